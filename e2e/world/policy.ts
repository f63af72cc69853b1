/** How a host page's policy is written down. */
export type Directives = Readonly<Record<string, readonly string[]>>

/** What a policy may name. */
export type Site = {
  readonly modalOrigin: string
  /** Fresh for every page. */
  readonly nonce: string
  /** The hashes of the page's own scripts, as sources. */
  readonly scriptHashes: readonly string[]
}

export type HostPolicy = {
  /** Absent: no policy at all. */
  readonly csp?: (site: Site) => Directives
  /** Reported, not enforced. */
  readonly trialCsp?: (site: Site) => Directives
  readonly headers?: Readonly<Record<string, string>>
  readonly scripts?: ScriptMarks
}

/**
 * What lets the page's scripts through. `nonce`: that of the policy, on the tags. `integrity`: the hash of the file, on the tags.
 * `import-map`: the same, and an import map with the hash of every file that these import, allowed by a hash of its own.
 */
export type ScriptMarks = 'nonce' | 'integrity' | 'import-map'

/** What a careful site sends. Nothing but `frame-src` is ours. */
export const strict = ({ modalOrigin }: Site): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': [modalOrigin],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['demo-wallet'],
})
