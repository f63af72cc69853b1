/** For multichain libraries of the page: sessions over every connection of the instance (CAIP-25, CAIP-27 and related standards). */
export { getProvider, universalAdapter } from './adapter.ts'
export type { ScopeObject, ScopeObjects } from './answers.ts'
export { SessionError, type SessionErrorCode, type SessionErrorData, sessionErrors } from './errors.ts'
export type { ScopeNotification, UniversalEvents } from './notify.ts'
export type { SessionResults, UniversalOptions, UniversalProvider } from './provider.ts'
export type { SessionChanged } from './sessions.ts'
