# Refuses an environment whose name doesn't match the pattern.
"^(Development|Staging|Production)( [A-Z]{2})?$" as $pattern
| (.plan // .saved.plan).sections[].changes[]
| select(.kind == "environment" and (.name | test($pattern) | not))
| "\(.id): the name doesn't match \($pattern)"
