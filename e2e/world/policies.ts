/** The policies under which a host page can be served, as data: `?csp=<name>` on any page of a test host picks one. */
export type Directives = Readonly<Record<string, readonly string[]>>

export type HostPolicy = {
  /** Absent: no policy at all. */
  readonly csp?: (modalOrigin: string) => Directives
  readonly headers?: Readonly<Record<string, string>>
}

const strict = (modalOrigin: string): Directives => ({
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'worker-src': ["'self'"],
  'frame-src': [modalOrigin],
  'require-trusted-types-for': ["'script'"],
  'trusted-types': ['demo-wallet'],
})

const without = (directives: Directives, name: string): Directives =>
  Object.fromEntries(Object.entries(directives).filter(([key]) => key !== name))

export const hostPolicies = {
  /** What we promise to work under: nothing but `frame-src` is ours. */
  strict: { csp: strict },
  'no-frame-src': { csp: (modalOrigin) => without(strict(modalOrigin), 'frame-src') },
  'other-frame-src': { csp: (modalOrigin) => ({ ...strict(modalOrigin), 'frame-src': ['https://frames.example'] }) },
  'no-trusted-types-policy': { csp: (modalOrigin) => ({ ...strict(modalOrigin), 'trusted-types': ["'none'"] }) },
  isolated: {
    csp: strict,
    headers: {
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Cross-Origin-Embedder-Policy': 'require-corp',
    },
  },
  'opener-severed': { csp: strict, headers: { 'Cross-Origin-Opener-Policy': 'same-origin' } },
  'opener-kept': { csp: strict, headers: { 'Cross-Origin-Opener-Policy': 'same-origin-allow-popups' } },
  'no-permissions': {
    csp: strict,
    headers: { 'Permissions-Policy': 'publickey-credentials-get=(self), clipboard-write=(self)' },
  },
  none: {},
} as const satisfies Readonly<Record<string, HostPolicy>>

export type HostPolicyName = keyof typeof hostPolicies

export const isHostPolicyName = (name: string): name is HostPolicyName => Object.hasOwn(hostPolicies, name)

/** The demo page may also draw its own pictures. */
export const demoPolicy: HostPolicy = {
  csp: (modalOrigin) => ({ ...strict(modalOrigin), 'img-src': ["'self'", 'data:'] }),
}

/** The demo wallet's confirm window: never framed, frames nothing. */
export const confirmPolicy: HostPolicy = {
  csp: () => ({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ['demo-wallet'],
  }),
}

/** The demo wallet's Worker is the only part of the demo host with network, and only to the chains. */
export const workerPolicy = (rpcUrls: readonly string[]): HostPolicy => ({
  csp: () => ({ 'default-src': ["'none'"], 'script-src': ["'self'"], 'connect-src': rpcUrls }),
})
