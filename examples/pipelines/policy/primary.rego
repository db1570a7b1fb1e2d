# Refuses the deactivation of a primary integration, even if another one becomes primary in the same plan:
# first let the new one deliver, then deactivate the former one with a later plan.
package main

import future.keywords

deny contains message if {
	some section in plan.sections
	some integration in section.delivery
	integration.before.primary
	integration.before.active
	integration.after.active == false
	message := sprintf(
		"%s: %s is the primary integration for %s and would become inactive",
		[section.target, integration.name, integration.channel],
	)
}
