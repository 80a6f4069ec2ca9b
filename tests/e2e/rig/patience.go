package rig

import (
	"bytes"
	"io"
	"net/http"
	"time"
)

// patient sends a call again for as long as the API server cannot be reached or dies before the answer is complete: a
// simulated node waits for it, so that a restart of the server shows what npushare does and not what the node would.
type patient struct{ next http.RoundTripper }

func (p patient) RoundTrip(request *http.Request) (*http.Response, error) {
	if request.URL.Query().Get("watch") != "" { // goes on for as long as the server lives
		return p.next.RoundTrip(request)
	}
	for deadline := time.Now().Add(time.Minute); ; {
		reply, err := whole(p.next.RoundTrip(request))
		isFinal := err == nil || request.Context().Err() != nil || time.Now().After(deadline)
		if isFinal || request.Body != nil && request.GetBody == nil {
			return reply, err
		}
		if request.GetBody != nil {
			body, failed := request.GetBody()
			if failed != nil {
				return reply, err
			}
			request = request.Clone(request.Context())
			request.Body = body
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// whole reads the answer to its end.
func whole(reply *http.Response, err error) (*http.Response, error) {
	if err != nil {
		return nil, err
	}
	body, err := io.ReadAll(reply.Body)
	_ = reply.Body.Close()
	if err != nil {
		return nil, err
	}
	reply.Body = io.NopCloser(bytes.NewReader(body))
	return reply, nil
}
