// belfry help output: formats, reports, colours and personal data.

export const output = `Output

stdout has the result. stderr has problems, progress and questions.

  --format <format>        text (default), json, markdown or html; lists also
                           ndjson, and get yaml. JSON has one envelope with exit
                           code, problems and result, also after an error.
  --report <kind=file>     also write a report to a file; can be repeated
  --summary                only the number of changes of each target
  --full                   also resources and fields that match, the request of
                           each change, and values of any length
  --detailed-exitcode      plan, diff: exit 2 if something differs
  --no-color               print without colours
  --debug                  log every HTTP request to stderr without its values

Reports
  json                     all commands: the envelope of --format json
  markdown                 a comment of at most 60,000 characters
  html                     one page with search, for the artefacts of a pipeline
  github                   annotations at file and line; without a file they go
                           to stderr. Also writes GITHUB_STEP_SUMMARY and
                           GITHUB_OUTPUT.
  gitlab                   validate: code quality; plan, diff: counts of changes
  sarif                    validate: for code scanning
  junit                    apply, smoke: a test for each change or case
  belfry plan --report markdown=plan.md --report html=plan.html
The help of a command lists its reports. A report is written after an error too.

Personal data
  Markdown, html and reports mask personal data of subscribers. Text and JSON
  show it; with "privacy: mask" in the project file they mask it too.
  --show-personal-data     don't mask personal data in this run

Colours and characters
  NO_COLOR, --no-color     no colours, also in a terminal
  FORCE_COLOR=1            colours, also in a file or pipe
  LC_ALL, LC_CTYPE, LANG   decide between UTF-8 and ASCII
  Text is wrapped, and tables are cut, only in a terminal.

Progress
  Long reads show how far they are on stderr: in place in a terminal, otherwise
  one line every 15 seconds.
`
