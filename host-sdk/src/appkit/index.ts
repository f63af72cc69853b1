/** `@airlock/host-sdk/appkit`: the names of AppKit over the core, for apps that move (docs/moving-from-appkit.md). */
export type { CaipAddress, CaipNetworkId, Metadata, SIWXMessage, SIWXSession, ThemeMode } from '@airlock/host-sdk'
export type { ProviderAdapter } from './adapter.ts'
export { AppKit, createAppKit, type OpenOptions } from './appkit.ts'
export type { AppKitOptions, CreateAppKit, CustomWallet, Features } from './options.ts'
export type * from './shapes.ts'
export type { SIWXConfig } from './siwx.ts'
export type { AppKitThemeVariables } from './theme.ts'
export type { Views } from './views.ts'
