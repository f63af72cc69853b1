/**
 * The Key Worker: the only place where keys are. Its response denies it all network, so what it knows leaves by the answers of `surface.ts`
 * or not at all. The Worker's name is the project's id, by which its storage is told from that of other projects of this origin.
 */
import '@airlock/protocol/jitless.ts'
import { expose } from 'comlink'
import { guardEndpoint, workerScope } from '../key-link/guard.ts'
import { idleLockMs, isMethod } from '../key-link/surface.ts'
import { createCalls } from './calls.ts'
import { serve } from './serve.ts'
import { openVault } from './vault.ts'

expose(serve(createCalls(openVault(`@airlock/${self.name}`), idleLockMs)), guardEndpoint(workerScope, isMethod))
