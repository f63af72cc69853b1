/** Kits of earlier releases, at the cost that their passwords have. */
import { expect, test } from 'vitest'
import { sampleKit } from '../../../../test/support/recovery-kit.ts'
import { slowHash } from '../keys/password.ts'
import { openKit } from './kit.ts'

test('a kit of version 1 opens for ever: the sample of the first release', async () => {
  expect((await openKit(sampleKit.secret, sampleKit.password, slowHash)).words).toBe(sampleKit.words)
})
