/** `@airlock/host-sdk/appkit/react-core` and `@airlock/host-sdk/appkit/library/react`: AppKit's other names for its entry for React. */
export * from '@airlock/host-sdk/appkit/react'
