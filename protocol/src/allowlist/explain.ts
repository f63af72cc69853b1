/** Which part of the params of a call is refused: a page's developer reads it in the error. */
import type * as z from 'zod/mini'

type Issue = z.core.$ZodIssue
type Found = { readonly path: readonly PropertyKey[]; readonly issue: Issue }

/** @returns for example `eth_sendTransaction: invalid params (value)`; a schema adds its reason as `params.why` */
export function explainParams(method: string, { issues }: { readonly issues: readonly Issue[] }): string {
  // A method may take several forms. The one that fits furthest is the one that was meant.
  const [first] = issues.flatMap(leaves).toSorted((one, other) => other.path.length - one.path.length)
  const place = first ? placeOf(first) : ''
  return `${method}: invalid params${place && ` (${place})`}`
}

const leaves = (issue: Issue): Found[] =>
  issue.code === 'invalid_union' && issue.errors.length > 0
    ? issue.errors
        .flat()
        .flatMap((inner) => leaves(inner).map((found) => ({ ...found, path: [...issue.path, ...found.path] })))
    : [{ path: issue.path, issue }]

function placeOf({ path: [index, ...inner], issue }: Found): string {
  const unknown = issue.code === 'unrecognized_keys' ? issue.keys : []
  // Most methods take one object: its fields are named without it.
  const isOfFirst = index === 0 && (inner.length > 0 || unknown.length > 0)
  const named = [...(index === undefined || isOfFirst ? [] : [`params[${String(index)}]`]), ...inner]
    .map(String)
    .join('.')
  const why: unknown = issue.code === 'custom' ? issue.params?.['why'] : undefined
  const place = [named, unknown.length > 0 && `unknown: ${unknown.join(', ')}`].filter(Boolean).join(', ')
  return typeof why === 'string' ? `${place}: ${why}` : place
}
