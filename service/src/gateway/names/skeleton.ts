/**
 * The skeleton of a label (as in Unicode TR 39): look-alike labels share one, and only one of them can be registered. The alphabet is small
 * (`a-z0-9-`), so the table is small too.
 */

/** Applied in order. Groups before characters, digits before letters. */
const alike: readonly (readonly [from: RegExp, to: string])[] = [
  [/-/g, ''],
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/2/g, 'z'],
  [/3/g, 'e'],
  [/4/g, 'a'],
  [/5/g, 's'],
  [/6/g, 'b'],
  [/7/g, 't'],
  [/8/g, 'b'],
  [/9/g, 'g'],
  [/vv/g, 'w'],
  [/rn/g, 'm'],
]

export const skeletonOf = (label: string): string => alike.reduce((text, [from, to]) => text.replace(from, to), label)
