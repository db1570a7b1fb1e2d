# Refuses the deactivation of an integration that no manifest declares: the position of such a change is the
# project file. If it has a different name, change belfry.yaml here.
package main

import future.keywords

deny contains message if {
	some section in plan.sections
	some change in section.changes
	change.kind == "integration"
	endswith(change.position.file, "belfry.yaml")
	some difference in change.differences
	difference.path == "active"
	difference.after == false
	message := sprintf("%s: no manifest declares this integration", [change.id])
}
