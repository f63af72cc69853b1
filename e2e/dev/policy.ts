/**
 * The policy of a document in development: the deployed one, plus exactly what Vite's client needs. Guarantees: only a
 * document of a local world is changed, and it says so in a header.
 */
export type Hot = {
  /** On every script and style of the page. */
  readonly nonce: string
  /** Vite's socket. */
  readonly socket: string
}

const extra = ({ nonce, socket }: Hot): Readonly<Record<string, readonly string[]>> => ({
  'script-src': ["'self'", `'nonce-${nonce}'`],
  // The development server puts styles into the page as elements.
  'style-src': ["'self'", `'nonce-${nonce}'`],
  'connect-src': ["'self'", socket],
})

/** @throws {Error} for a document of another origin than `*.localhost`. */
export function developmentHeaders(url: URL, deployed: Headers, hot: Hot): Headers {
  if (!/^[\w.-]+\.localhost$/.test(url.hostname)) throw new Error(`${url.origin} is not a local world`)
  const headers = new Headers(deployed)
  const policy = headers.get('Content-Security-Policy')
  if (policy !== null) headers.set('Content-Security-Policy', loosened(policy, hot))
  headers.set('Airlock-Development', 'hot reload; this is not the deployed policy')
  headers.delete('Content-Length')
  return headers
}

function loosened(policy: string, hot: Hot): string {
  const directives = new Map(policy.split('; ').map((text) => splitDirective(text)))
  for (const [name, sources] of Object.entries(extra(hot))) {
    const before = (directives.get(name) ?? []).filter((source) => source !== "'none'")
    // The hash is that of the import map of the built page, which this page does not have.
    const kept = name === 'script-src' ? before.filter((source) => !source.startsWith("'sha256-")) : before
    directives.set(name, [...new Set([...kept, ...sources])])
  }
  return [...directives].map(([name, sources]) => [name, ...sources].join(' ')).join('; ')
}

function splitDirective(text: string): readonly [name: string, sources: readonly string[]] {
  const [name = '', ...sources] = text.split(' ')
  return [name, sources]
}
