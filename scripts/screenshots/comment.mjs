// A comment of a pull request as a web page: what `--format markdown` prints, in the style of GitHub.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** The details are open, so that a picture shows them. */
export function commentPage(markdown) {
  const tree = fromMarkdown(markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const body = tree.children.map(html).join('\n').replaceAll('<details>', '<details open>')
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Comment</title><style>${style}</style>
<div class="comment"><header><b>github-actions</b> <span class="bot">bot</span> commented</header><main>${body}</main></div></html>`
}

function html(node) {
  const inside = () => node.children.map(html).join('')
  switch (node.type) {
    case 'html':
      return node.value.startsWith('<!--') ? '' : node.value
    case 'text':
      return escaped(node.value)
    case 'inlineCode':
      return `<code>${escaped(node.value)}</code>`
    case 'code':
      return `<pre>${node.lang === 'diff' ? node.value.split('\n').map(line).join('') : escaped(node.value)}</pre>`
    case 'heading':
      return `<h${node.depth}>${inside()}</h${node.depth}>`
    case 'paragraph':
      return `<p>${inside()}</p>`
    case 'list':
      return `<ul>${inside()}</ul>`
    case 'listItem':
      // A list without empty lines has no paragraphs.
      return `<li>${node.children.map((child) => (child.type === 'paragraph' ? child.children.map(html).join('') : html(child))).join('')}</li>`
    case 'strong':
      return `<strong>${inside()}</strong>`
    case 'emphasis':
      return `<em>${inside()}</em>`
    case 'link':
      return `<a href="#">${inside()}</a>`
    case 'break':
      return '<br>'
    case 'table':
      return table(node)
    case 'blockquote':
      return alert(node)
    default:
      throw new Error(`a comment with ${node.type} has no picture yet`)
  }
}

function table({ children: [head, ...rows] }) {
  const body = rows.map((each) => row(each, 'td')).join('')
  return `<table><thead>${row(head, 'th')}</thead><tbody>${body}</tbody></table>`
}

function row({ children }, name) {
  return `<tr>${children.map((cell) => `<${name}>${cell.children.map(html).join('')}</${name}>`).join('')}</tr>`
}

/** `> [!NOTE]` and the like. */
function alert(node) {
  const body = node.children.map(html).join('')
  const kind = /\[!(\w+)\]/.exec(body)?.[1]
  if (kind === undefined) return `<blockquote>${body}</blockquote>`
  const name = kind[0] + kind.slice(1).toLowerCase()
  return `<blockquote class="${kind.toLowerCase()}"><b>${name}</b>${body.replace(`[!${kind}]`, '')}</blockquote>`
}

function line(text) {
  const sort = { '+': 'added', '-': 'removed', '!': 'changed' }[text[0]] ?? ''
  return `<span class="${sort}">${escaped(text) || ' '}</span>`
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const style = `
  body { margin: 0; padding: 20px; background: #fff; color: #1f2328; font: 14px/1.5 "Noto Sans", "DejaVu Sans", "Liberation Sans", Arial, sans-serif; }
  .comment { border: 1px solid #d1d9e0; border-radius: 6px; }
  header { padding: 8px 16px; background: #f6f8fa; border-bottom: 1px solid #d1d9e0; border-radius: 6px 6px 0 0; color: #59636e; }
  header b { color: #1f2328; }
  .bot { border: 1px solid #d1d9e0; border-radius: 2em; padding: 0 6px; font-size: 12px; }
  main { padding: 16px; }
  main > :first-child { margin-top: 0; }
  main > :last-child { margin-bottom: 0; }
  h3 { font-size: 18px; margin: 0 0 12px; }
  p, ul, table, pre, blockquote { margin: 0 0 14px; }
  ul { padding-left: 24px; }
  a { color: #0969da; text-decoration: none; }
  code, pre { font: 12px/1.45 "DejaVu Sans Mono", "Liberation Mono", monospace; }
  code { background: #818b981f; border-radius: 6px; padding: 2px 5px; }
  table { border-collapse: collapse; display: block; width: max-content; max-width: 100%; overflow-x: auto; }
  h4 { font-size: 14px; margin: 0 0 10px; }
  th, td { border: 1px solid #d1d9e0; padding: 6px 13px; text-align: left; }
  tbody tr:nth-child(even) { background: #f6f8fa; }
  summary { margin-bottom: 8px; }
  pre { background: #f6f8fa; border-radius: 6px; padding: 12px 16px; }
  pre span { display: block; white-space: pre; }
  .added { background: #dafbe1; color: #116329; }
  .removed { background: #ffebe9; color: #82071e; }
  .changed { background: #ffd8b5; color: #953800; }
  blockquote { border-left: 4px solid #d1d9e0; padding: 0 14px; }
  blockquote p, blockquote ul { margin-bottom: 0; }
  blockquote.note { border-color: #0969da; } blockquote.note b { color: #0969da; }
  blockquote.warning { border-color: #9a6700; } blockquote.warning b { color: #9a6700; }
  blockquote.caution { border-color: #d1242f; } blockquote.caution b { color: #d1242f; }
`
