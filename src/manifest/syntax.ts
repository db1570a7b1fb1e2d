// What went wrong in a text that is not YAML, in words of ours: the parser's own quote the text, secrets included.

const messages: Readonly<Record<string, string>> = {
  ALIAS_PROPS: 'an alias takes no anchor and no tag',
  BAD_ALIAS: 'this is not an alias; a value that starts with * is written in quotes',
  BAD_COLLECTION_TYPE: 'this tag does not fit its value',
  BAD_DIRECTIVE: 'this directive is not known',
  BAD_DQ_ESCAPE: 'this escape is not known; in double quotes \\ is written \\\\',
  BAD_INDENT: 'the indentation does not fit, or a bracket is not closed',
  BAD_PROP_ORDER: 'anchors and tags come before the value, after the indicator',
  BAD_SCALAR_START: 'a value that starts with this character is written in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'two keys on one line, or a value with ": " that is not in quotes',
  BLOCK_IN_FLOW: 'inside brackets, lists and maps are written with brackets too',
  KEY_OVER_1024_CHARS: 'a key is longer than 1024 characters',
  MISSING_CHAR: 'a quote, bracket, comma or space is missing',
  MULTILINE_IMPLICIT_KEY: 'a key goes over several lines; is a colon missing?',
  MULTIPLE_ANCHORS: 'a value has at most one anchor',
  MULTIPLE_TAGS: 'a value has at most one tag',
  NON_STRING_KEY: 'a key is a text',
  RESOURCE_EXHAUSTION: 'this is nested too deep',
  TAB_AS_INDENT: 'tabs are not allowed as indentation; use spaces',
  TAG_RESOLVE_FAILED: 'this tag is not known; a value that starts with ! is written in quotes',
  UNEXPECTED_TOKEN: 'this does not fit here; check the indentation and quotes above',
}

export function syntaxMessage(code: string): string {
  return messages[code] ?? 'this is not YAML'
}
