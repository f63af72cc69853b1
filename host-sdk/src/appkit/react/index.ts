/** `@airlock/host-sdk/appkit/react`: AppKit's hooks and components for React. */
export type * from '@airlock/host-sdk/appkit'
export { AppKit } from '@airlock/host-sdk/appkit'
export * from './components.ts'
export * from './hooks.ts'
export { createAppKit, getAppKit, modal } from './instance.ts'
