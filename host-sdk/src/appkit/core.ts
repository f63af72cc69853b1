/** `@airlock/host-sdk/appkit/core`: AppKit's name for its entry without views. Here the views are in the frame in any case. */
export * from '@airlock/host-sdk/appkit'
