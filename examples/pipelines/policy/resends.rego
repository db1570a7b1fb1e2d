# Refuses fields that are sent again in these targets: a reviewer can't see whether they change.
package main

import future.keywords

targets_without_resends := {"Production"}

deny contains message if {
	some section in plan.sections
	some change in section.changes
	change.action == "resend"
	change.target in targets_without_resends
	message := sprintf("%s: fields would be sent again", [change.id])
}
