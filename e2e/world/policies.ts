/** The policies of host pages: `?csp=<name>` on any page of a test host selects one. */
import { matrix } from '../matrix/policies.ts'
import { type HostPolicy, strict } from './policy.ts'

/** The policies of the matrix, and none at all. */
export type HostPolicyName = keyof typeof matrix | 'none'

export const hostPolicyNames: readonly HostPolicyName[] = [...Object.keys(matrix).filter(isInMatrix), 'none']

export function findHostPolicy(name: string): HostPolicy | undefined {
  if (name === 'none') return {}
  return isInMatrix(name) ? matrix[name].policy : undefined
}

function isInMatrix(name: string): name is keyof typeof matrix {
  return Object.hasOwn(matrix, name)
}

/**
 * The demo pages may also show their own pictures. They connect to the Solana chain (for which providers have no read
 * methods), the faucet and the inbox.
 */
export const demoPolicy = (urls: readonly string[]): HostPolicy => ({
  csp: (site) => ({
    ...strict(site),
    'img-src': ["'self'", 'data:'],
    'connect-src': ["'self'", ...urls],
  }),
})

/** The inbox page: cannot be framed, frames nothing, reads emails. */
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

/** The demo wallet's confirm window: cannot be framed, frames nothing. */
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

/**
 * The demo phone wallet: cannot be framed, frames nothing, connects to the relay and the chains. Pictures that it reads
 * are its own blobs.
 */
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

/** The demo wallet's Worker is the only part of the demo host with network access, and only to the chains. */
export const workerPolicy = (rpcUrls: readonly string[]): HostPolicy => ({
  csp: () => ({ 'default-src': ["'none'"], 'script-src': ["'self'"], 'connect-src': rpcUrls }),
})
