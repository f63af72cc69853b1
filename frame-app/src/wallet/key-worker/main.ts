/**
 * The Key Worker: the only place that holds keys. Its response headers block all network access, so data can leave it only in the answers
 * of `surface.ts`. The Worker's name is the project id, which separates its storage from that of other projects of this origin.
 */
import '@airlock/protocol/jitless.ts'
import { expose } from 'comlink'
import { guardEndpoint, workerScope } from '../key-link/guard.ts'
import { idleLockMs, isMethod } from '../key-link/surface.ts'
import { createCalls } from './calls.ts'
import { slowHash } from './keys/password.ts'
import { serve } from './serve.ts'
import { openVault } from './vault.ts'

const calls = createCalls(openVault(`@airlock/${self.name}`), { idleMs: idleLockMs, cost: slowHash })
expose(serve(calls), guardEndpoint(workerScope, isMethod))
