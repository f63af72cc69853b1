/** The policies under which host pages are served: `?csp=<name>` on any page of a test host picks one. */
import { matrix } from '../matrix/policies.ts'
import { type HostPolicy, strict } from './policy.ts'

/** Those of the matrix, and none at all. */
export type HostPolicyName = keyof typeof matrix | 'none'

export const hostPolicyNames: readonly HostPolicyName[] = [...Object.keys(matrix).filter(isInMatrix), 'none']

export function findHostPolicy(name: string): HostPolicy | undefined {
  if (name === 'none') return {}
  return isInMatrix(name) ? matrix[name].policy : undefined
}

function isInMatrix(name: string): name is keyof typeof matrix {
  return Object.hasOwn(matrix, name)
}

/** The demo pages may also draw their own pictures. They read the Solana chain, for which providers have no words, the faucet and the inbox. */
export const demoPolicy = (urls: readonly string[]): HostPolicy => ({
  csp: (site) => ({
    ...strict(site),
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...urls],
  }),
})

/** The inbox on a page of its own: never framed, frames nothing, reads letters. */
export const inboxPolicy = (inboxUrl: string): HostPolicy => ({
  csp: () => ({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': [inboxUrl],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  }),
})

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

/** The demo phone wallet: never framed, frames nothing, reaches the relay and the chains. A picture that it reads is a blob of its own. */
export const phonePolicy = (origins: readonly string[]): HostPolicy => ({
  csp: () => ({
    'default-src': ["'none'"],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'connect-src': origins,
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
    'frame-ancestors': ["'none'"],
    'require-trusted-types-for': ["'script'"],
    'trusted-types': ["'none'"],
  }),
  headers: { 'Permissions-Policy': 'camera=(self)', 'Cross-Origin-Opener-Policy': 'same-origin' },
})

/** The demo wallet's Worker is the only part of the demo host with network, and only to the chains. */
export const workerPolicy = (rpcUrls: readonly string[]): HostPolicy => ({
  csp: () => ({ 'default-src': ["'none'"], 'script-src': ["'self'"], 'connect-src': rpcUrls }),
})
