// Where a link into a page of Markdown may lead.

/** The anchors of its headings, as sites that show Markdown make them. */
export function anchorsIn(markdown: string): ReadonlySet<string> {
  const headings = markdown.replaceAll(/^```[^]*?^```$/gm, '').matchAll(/^#+ (.+)$/gm)
  return new Set([...headings].map(([, heading = '']) => anchorOf(heading)))
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-')
}
