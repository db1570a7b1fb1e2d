# Refuses a secret that is written in a manifest. For a reference, the label is like (secret env:SENDGRID_KEY).
package main

import future.keywords

deny contains message if {
	some section in plan.sections
	some change in section.changes
	some difference in change.differences
	contains(json.marshal(difference.after), `"(secret literal)"`)
	message := sprintf("%s: a secret is written in a manifest", [change.id])
}
