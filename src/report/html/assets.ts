// The page's own style and script, built in as text.
import changes from './page/changes.css?raw'
import controls from './page/controls.css?raw'
import drawing from './page/drawing.js?raw'
import figures from './page/figures.css?raw'
import filtering from './page/filtering.js?raw'
import frame from './page/frame.css?raw'
import list from './page/list.js?raw'
import page from './page/page.js?raw'
import parts from './page/parts.css?raw'

export const style = [frame, figures, controls, changes, parts].join('\n')

/** Its files are one script: what one declares the next ones use. */
export const code = [drawing, filtering, list, page].join('\n')
