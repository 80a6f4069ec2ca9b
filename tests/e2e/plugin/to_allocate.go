package plugin

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
)

// device is one chip of a container, as the text of devices to allocate has it.
type device struct {
	uuid, kind    string
	memory, cores int32
}

var errMissingFields = errors.New("pod annotation format error, missing fields, do not use nodeName in task spec")

// decodeToAllocate reads a segment for each piece between semicolons, the empty one behind the last of them included.
func decodeToAllocate(text string) ([][]device, error) {
	var segments [][]device
	for _, piece := range strings.Split(text, ";") {
		segment, err := decodeSegment(piece)
		if err != nil {
			return nil, err
		}
		segments = append(segments, segment)
	}
	return segments, nil
}

func decodeSegment(text string) ([]device, error) {
	var devices []device
	for _, piece := range strings.Split(text, ":") {
		if !strings.Contains(piece, ",") {
			continue // blanks and garbage are passed over
		}
		fields := strings.Split(piece, ",")
		if len(fields) < 4 {
			return nil, errMissingFields
		}
		memory, err := strconv.ParseInt(fields[2], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("invalid memory field: %w", err)
		}
		cores, err := strconv.ParseInt(fields[3], 10, 32)
		if err != nil {
			return nil, fmt.Errorf("invalid core field: %w", err)
		}
		devices = append(devices, device{fields[0], fields[1], int32(memory), int32(cores)})
	}
	return devices, nil
}

// encodeToAllocate closes every decoded segment, so that a text that was read and written has grown by one semicolon.
func encodeToAllocate(segments [][]device) string {
	var text strings.Builder
	for _, segment := range segments {
		for _, d := range segment {
			fmt.Fprintf(&text, "%s,%s,%d,%d:", d.uuid, d.kind, d.memory, d.cores)
		}
		text.WriteString(";")
	}
	return text.String()
}
