// Package mcp hands the tools to programs that speak the Model Context Protocol, over a pair of streams. It knows nothing of
// histories, logs nothing, and writes nothing but the protocol.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wordwake/wordwake/app/tools"
)

// Params say what is served and to whom. All are required.
type Params struct {
	// Name and Version are those of the program.
	Name, Version string
	// Call answers a call of a tool.
	Call func(ctx context.Context, tool string, arguments []byte) (tools.Answer, error)
	// In and Out carry the protocol, one message a line.
	In  io.Reader
	Out io.Writer
}

const instructions = "Finds what was said in earlier sessions of agents, in their exact words. Search first, then read around a hit. " +
	"Secrets are masked, and only sessions are seen that the calling session may see."

// Serve answers until In ends or ctx does, which is no error. Calls that came before the end of In are answered.
func Serve(ctx context.Context, p Params) error {
	server := mcp.NewServer(
		&mcp.Implementation{Name: p.Name, Version: p.Version},
		&mcp.ServerOptions{Instructions: instructions, Capabilities: &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{}}},
	)
	for _, tool := range tools.All() {
		server.AddTool(
			&mcp.Tool{
				Name: tool.Name, Description: tool.Description, InputSchema: tool.Schema,
				Annotations: &mcp.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, OpenWorldHint: new(bool)},
			},
			func(ctx context.Context, r *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
				answer, err := p.Call(ctx, r.Params.Name, r.Params.Arguments)
				if err != nil {
					return nil, err
				}
				return result(answer), nil
			},
		)
	}
	err := server.Run(ctx, newStream(p.In, p.Out))
	if err == nil || errors.Is(err, io.EOF) || ctx.Err() != nil {
		return nil
	}
	return fmt.Errorf("serve tools: %w", err)
}

// result puts an answer into the protocol: as text, and as the value that the text is.
func result(answer tools.Answer) *mcp.CallToolResult {
	return &mcp.CallToolResult{
		Content:           []mcp.Content{&mcp.TextContent{Text: string(answer.JSON)}},
		StructuredContent: json.RawMessage(answer.JSON),
		IsError:           answer.Thrown,
	}
}
