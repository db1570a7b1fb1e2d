# Refuses the deactivation of an integration that no manifest declares: the position of such a change is the
# project file. If it has a different name, change belfry.yaml here.
(.plan // .saved.plan).sections[].changes[]
| select(.kind == "integration" and (.position.file | endswith("belfry.yaml")))
| select(any(.differences[]; .path == "active" and .after == false))
| "\(.id): no manifest declares this integration"
