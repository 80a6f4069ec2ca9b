package rig

import (
	"bufio"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// Call is one request that the API server has answered.
type Call struct {
	User                                     string
	Verb, Group, Resource, Subresource, Name string
	Namespace                                string
	Status                                   int
}

type auditLine struct {
	Verb      string `json:"verb"`
	Stage     string `json:"stage"`
	User      struct{ Username string }
	ObjectRef struct{ Resource, Subresource, APIGroup, Name, Namespace string }
	Response  struct{ Code int } `json:"responseStatus"`
}

// Mark is a place in the audit log.
type Mark int64

// Now is the place up to which the audit log is written.
func (p *Plane) Now() Mark {
	file, err := os.Stat(p.auditLog())
	if err != nil {
		return 0
	}
	return Mark(file.Size())
}

// CallsSince are the answered requests behind a mark, in the order of their answers. A watch counts once, at its start.
func (p *Plane) CallsSince(mark Mark) ([]Call, error) {
	file, err := os.Open(p.auditLog())
	if err != nil {
		return nil, err
	}
	defer file.Close()
	if _, err := file.Seek(int64(mark), io.SeekStart); err != nil {
		return nil, err
	}
	var calls []Call
	for reader := bufio.NewReader(file); ; {
		text, err := reader.ReadBytes('\n')
		if errors.Is(err, io.EOF) {
			return calls, nil // a line that is not complete yet is left for later
		}
		if err != nil {
			return nil, err
		}
		var line auditLine
		if err := json.Unmarshal(text, &line); err != nil {
			return nil, err
		}
		isWatch := line.Verb == "watch"
		if isWatch != (line.Stage == "ResponseStarted") && line.Response.Code < 300 {
			continue
		}
		calls = append(calls, Call{User: line.User.Username, Verb: line.Verb, Group: line.ObjectRef.APIGroup,
			Resource: line.ObjectRef.Resource, Subresource: line.ObjectRef.Subresource, Name: line.ObjectRef.Name,
			Namespace: line.ObjectRef.Namespace, Status: line.Response.Code})
	}
}
