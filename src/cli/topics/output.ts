// belfry help output: formats, reports, colours and personal data.

export const output = `Output

belfry prints the result to stdout, and problems, progress and questions to
stderr.

  --format <format>        text (default), json, markdown or html. Commands that
                           print lists also support ndjson, and get also yaml.
                           JSON output is one object, the envelope, with exit
                           code, problems and result, also after an error.
  --report <kind=file>     also write a report to a file; can be repeated
  --summary                show only the number of changes of each target
  --full                   also show resources and fields without changes, and
                           the request of each change; don't truncate values
  --detailed-exitcode      plan, diff: exit 2 if something differs
  --no-color               print without colours
  --debug                  log every HTTP request to stderr without its values

Reports
  json                     all commands: the envelope of --format json
  markdown                 a comment of at most 60,000 characters
  html                     one page with search, for the artefacts of a pipeline
  github                   annotations at file and line. github without =FILE
                           prints the annotations to stderr. belfry also writes
                           to the files in GITHUB_STEP_SUMMARY and
                           GITHUB_OUTPUT.
  gitlab                   validate: code quality; plan, diff: number of changes
  sarif                    validate: for code scanning
  junit                    apply, smoke: a test for each change or case
  prometheus               plan: figures for node_exporter
  belfry plan --report markdown=plan.md --report html=plan.html
The help of a command lists its reports. belfry also writes reports after
an error.

Personal data
  Markdown, html and reports mask personal data of subscribers. Text and JSON
  show personal data, unless the project file contains "privacy: mask".
  --show-personal-data     don't mask personal data in this run

Colours and characters
  NO_COLOR, --no-color     no colours, also in a terminal
  FORCE_COLOR=1            colours, also in a file or pipe
  LC_ALL, LC_CTYPE, LANG   belfry prints UTF-8 if the first of these that is set
                           contains UTF-8, and otherwise ASCII
  Only in a terminal, belfry wraps text and truncates tables.

Progress
  While belfry reads long lists, stderr shows the progress: in a terminal one
  line that changes, otherwise a new line every 15 seconds.
`
