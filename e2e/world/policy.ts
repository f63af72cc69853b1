/** Types for the policy of a host page. */
export type Directives = Readonly<Record<string, readonly string[]>>

/** Values that a policy may contain. */
export type Site = {
  readonly modalOrigin: string
  /** New for every page. */
  readonly nonce: string
  /** The hashes of the page's own scripts, as sources. */
  readonly scriptHashes: readonly string[]
}

export type HostPolicy = {
  /** Absent: no policy. */
  readonly csp?: (site: Site) => Directives
  /** Report-only policy. */
  readonly trialCsp?: (site: Site) => Directives
  readonly headers?: Readonly<Record<string, string>>
  readonly scripts?: ScriptMarks
}

/**
 * How the page's scripts are permitted. `nonce`: the policy's nonce on the tags. `integrity`: the file's hash on the
 * tags. `import-map`: the same, plus an import map with the hashes of all files that these import, itself permitted by
 * its hash.
 */
export type ScriptMarks = 'nonce' | 'integrity' | 'import-map'

/** The policy of a strict site. Only `frame-src` is for us. */
export const strict = ({ modalOrigin }: Site): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': [modalOrigin],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['demo-wallet'],
})
