// The reply to a trigger as lines of text.
import { adviceOn, flagTerms, type Triggered } from '../../core/delivery/triggered.ts'
import { paint, type Style } from './style.ts'
import { visible } from '../../core/visible.ts'

/** The lines beside the transaction id. */
export function triggerText(triggered: Triggered, style: Style): string {
  const { target, acknowledged, status, error } = triggered
  const shown = paint(style, status === 'processed' ? 'green' : 'red', visible(status))
  const lines = [
    `${visible(target)}: ${acknowledged ? 'acknowledged' : 'not acknowledged'}, status ${shown}${triggered.isSeen === true ? ' (the reply was lost; its event is there)' : ''}`,
    ...error.map((text) => `  ${visible(text)}`),
    visible(adviceOn(triggered, flagTerms)),
  ]
  return `${lines.join('\n')}\n`
}
