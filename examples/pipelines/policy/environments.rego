# Refuses an environment whose name doesn't match the pattern.
package main

import future.keywords

environment_pattern := "^(Development|Staging|Production)( [A-Z]{2})?$"

deny contains message if {
	some section in plan.sections
	some change in section.changes
	change.kind == "environment"
	not regex.match(environment_pattern, change.name)
	message := sprintf("%s: the name doesn't match %s", [change.id, environment_pattern])
}
