/** Compares response headers with the table by meaning: a proxy may change spelling and order only. */
import type { Headers as Table } from '../frames/headers.ts'

/** One sentence per difference; empty if there is none. */
export function headerDifferences(expected: Table, actual: Headers): string[] {
  const found: string[] = []
  for (const [name, value] of Object.entries(expected)) {
    const served = actual.get(name)
    if (served === null) found.push(`${name} is missing`)
    // Browsers and JavaScript disagree about what is a blank: to a browser, a policy with U+00A0 in it is another one.
    else if (!/^[\x20-\x7e]*$/.test(served))
      found.push(`${name} has a byte that is no printable ASCII: ${quote(served)}`)
    else found.push(...(meanings[name.toLowerCase()] ?? sameText)(name, value, served))
  }
  for (const [name, why] of Object.entries(weakening))
    if (actual.has(name) && !hasOwn(expected, name)) found.push(`${name} must not be sent: ${why}`)
  return found
}

type Comparison = (name: string, expected: string, served: string) => string[]

const sameText: Comparison = (name, expected, served) =>
  served.trim() === expected ? [] : [`${name} is ${quote(served)} instead of ${quote(expected)}`]

const meanings: Readonly<Record<string, Comparison>> = {
  'content-security-policy': (name, expected, served) =>
    served.includes(',')
      ? [`${name} is sent more than once`]
      : lists(name, readDirectives(expected), readDirectives(served)),
  'permissions-policy': (name, expected, served) =>
    // Browsers drop a header with one part that they cannot read, and then allow everything.
    served.split(',').every((part) => permission.test(part))
      ? lists(name, readPermissions(expected), readPermissions(served))
      : [`${name} has a part that browsers cannot read: ${quote(served)}`],
  'cache-control': (name, expected, served) => {
    const words = (text: string) => new Set(text.toLowerCase().split(/\s*,\s*/))
    return sameSet(words(expected), words(served)) ? [] : sameText(name, expected, served)
  },
  /** The operator may be stricter: longer, or including subdomains. */
  'strict-transport-security': (name, expected, served) => {
    const form = /^max-age=(\d{1,12})(?:; ?includeSubDomains)?(?:; ?preload)?$/i
    const [age, least] = [served, expected].map((text) => Number(form.exec(text)?.[1]))
    if (age === undefined || Number.isNaN(age)) return [`${name} is ${quote(served)}, which is not its usual form`]
    return age >= Number(least) ? [] : [`${name} is ${quote(served)}, shorter than ${quote(expected)}`]
  },
}

const permission = /^ *[a-z-]+=(?:\*|\( *(?:[^ ()]+(?: +[^ ()]+)*)? *\)) *$/

/** Headers that the table never sends and that would weaken it. */
const weakening: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Credentials': 'no answer of this origin depends on who asks',
  'Clear-Site-Data': 'it empties the cache from which the Key Worker starts',
  Link: 'some browsers load style sheets from it',
  'Origin-Trial': 'it turns features on',
  Refresh: 'it sends the frame elsewhere',
  'Service-Worker-Allowed': 'a service worker could answer in the place of the server',
  'Set-Cookie': 'the frames keep nothing in cookies',
  SourceMap: 'what it names is not in the manifest',
  'Speculation-Rules': 'it makes the browser load what no page asked for',
}

type Lists = ReadonlyMap<string, ReadonlySet<string>>

function lists(name: string, expected: Lists, served: Lists): string[] {
  const found: string[] = []
  for (const [key, values] of expected) {
    const given = served.get(key)
    if (!given) found.push(`${name}: ${key} is missing`)
    else if (!sameSet(values, given))
      found.push(`${name}: ${key} is ${quote([...given].join(' '))} instead of ${quote([...values].join(' '))}`)
  }
  for (const key of served.keys()) if (!expected.has(key)) found.push(`${name}: ${key} is not in the table`)
  return found
}

/** Like browsers: of a duplicate directive the first counts. */
export function readDirectives(policy: string): Lists {
  const directives = new Map<string, ReadonlySet<string>>()
  for (const part of policy.split(';')) {
    const [name = '', ...sources] = part.trim().split(/\s+/)
    const key = name.toLowerCase()
    if (key !== '' && !directives.has(key)) directives.set(key, new Set(sources))
  }
  return directives
}

/** Like browsers: of a duplicate feature the last counts. */
export function readPermissions(header: string): Lists {
  return new Map(
    header.split(',').map((part) => {
      const [feature = '', value = ''] = part.trim().split('=')
      return [
        feature,
        new Set(
          value
            .replaceAll(/^\(|\)$/g, '')
            .split(/\s+/)
            .filter(Boolean),
        ),
      ]
    }),
  )
}

const sameSet = (a: ReadonlySet<string>, b: ReadonlySet<string>) =>
  a.size === b.size && [...a].every((item) => b.has(item))
const hasOwn = (table: Table, name: string) =>
  Object.keys(table).some((key) => key.toLowerCase() === name.toLowerCase())
const quote = (text: string) => JSON.stringify(text)
