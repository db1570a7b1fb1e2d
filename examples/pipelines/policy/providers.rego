# Refuses a new integration with a provider that is not in the list. Existing integrations may have any.
package main

import future.keywords

allowed_providers := {"sendgrid", "twilio", "slack", "fcm", "svc"}

deny contains message if {
	some section in plan.sections
	some change in section.changes
	change.kind == "integration"
	change.action == "create"
	some difference in change.differences
	difference.path == "providerId"
	not difference.after in allowed_providers
	message := sprintf("%s: the provider %s is not allowed", [change.id, difference.after])
}
