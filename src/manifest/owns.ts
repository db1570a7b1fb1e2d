// What manifests declare outside of `owns` in the project file: it belongs to another project.
import { textOf } from '../core/value.ts'
import { formerNameOf } from '../kinds/pair.ts'
import { isInside, type Owns } from '../kinds/resource.ts'
import { placeFor, type Report } from './frames/reporter.ts'
import type { Collected } from './bulk/declarations.ts'

export function reportOutside(collected: Collected, owns: Owns, report: Report): void {
  for (const [target, all] of collected)
    for (const built of all) {
      const { desired, isSound } = built
      if (!isSound) continue
      const { kind, name, fields } = desired
      const outside = (path: readonly string[], what: string, key: string): void =>
        void report({
          rule: 'outside-owns',
          place: placeFor('outside-owns', built.root(), path),
          message: `${what} is outside of owns in the project file`,
          hint: `If this project manages it, add it to owns.${key}. If another project manages it, declare it there.`,
          target,
        })
      const former = formerNameOf(desired)
      if (!isInside(owns, kind, name)) outside([], `${kind} ${name}`, kind)
      // A rename is a write to the resource that has the former name.
      else if (former !== undefined && !isInside(owns, kind, former))
        outside(['previously'], `${kind} ${former}`, kind)
      const channel = textOf(fields['channel'])
      if (fields['primary'] === true && !isInside(owns, 'primary', channel))
        outside(['primary'], `the primary integration of ${channel}`, 'primary')
    }
}
