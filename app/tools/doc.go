// Package tools answers what agents ask of their histories: sessions_search, sessions_history and sessions_list, as OpenClaw's
// tools of these names do. Who asks is fixed when Tools are made, and no call changes it. What leaves is redacted and bounded.
package tools
