package tools

// inputError says that the arguments of a call cannot be used. The tool is not asked at all then.
type inputError struct{ text string }

// Error is the text that an agent gets.
func (e *inputError) Error() string { return e.text }

func badInput(text string) error { return &inputError{text} }

// refusal is the answer of a tool that did not do what it was asked for.
type refusal struct {
	Status string `json:"status"`
	Error  string `json:"error"`
}

func forbidden(text string) *refusal { return &refusal{"forbidden", text} }
func failed(text string) *refusal    { return &refusal{"error", text} }

// unknown is the answer where it is not known whether there is such a session.
func unknown(asked, why string) *refusal {
	return failed("Session " + asked + " could not be looked up. " + why)
}
