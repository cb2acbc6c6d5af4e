package data

// Kind is what a session is for, in the classification of OpenClaw 2026.9.6.
type Kind string

// The kinds. A session that fits none is KindCustom.
const (
	KindGlobal    Kind = "global"
	KindUnknown   Kind = "unknown"
	KindHeartbeat Kind = "heartbeat"
	KindMain      Kind = "main"
	KindSubagent  Kind = "subagent"
	KindACP       Kind = "acp"
	KindCron      Kind = "cron"
	KindThread    Kind = "thread"
	KindGroup     Kind = "group"
	KindChannel   Kind = "channel"
	KindDirect    Kind = "direct"
	KindDashboard Kind = "dashboard"
	KindTUI       Kind = "tui"
	KindExplicit  Kind = "explicit"
	KindHook      Kind = "hook"
	KindNode      Kind = "node"
	KindHarness   Kind = "harness"
	KindVoice     Kind = "voice"
	KindDreaming  Kind = "dreaming"
	KindSystem    Kind = "system"
	KindCustom    Kind = "custom"
)

// Class is how a hit is treated by default: plain ones are listed, the others are counted and listed on request.
type Class uint8

// The classes, in the order in which they are decided: a rewound message of an automated session is rewound.
const (
	ClassPlain Class = iota
	ClassAutomated
	ClassSubagent
	ClassRewound
)

// Class tells how messages of such a session are treated as long as they are not rewound.
func (k Kind) Class() Class {
	switch k {
	case KindCron, KindHeartbeat, KindHook, KindDreaming, KindHarness, KindSystem:
		return ClassAutomated
	case KindSubagent, KindACP:
		return ClassSubagent
	default:
		return ClassPlain
	}
}

// ClassOf tells how a message of a session of kind k is treated.
func ClassOf(k Kind, rewound bool) Class {
	if rewound {
		return ClassRewound
	}
	return k.Class()
}
