/** What the pages of the account control, and what only a new device needs, in one file of the build. */

export { createKeeper } from '../login/kept.ts'
export { findWay } from '../recovery/find-way.ts'
export { createExports } from './exports.ts'
export { createLogins } from './logins.ts'
export { createRotation } from './rotation.ts'
export { createSmartAccount } from './smart-account.ts'
