/** K, C and the shares: only matching parts open. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { outcome } from '../../../../test/support/refusals.ts'
import { type Bytes, random } from './bytes.ts'
import { entropyLength } from './mnemonic.ts'
import { joinShares, shareLength, splitKey } from './shares.ts'
import { ciphertextLength, openEntropy, sealEntropy, walletKeyLength } from './wallet-key.ts'

const wallet = { walletId: 'a4b1c2d3-0000-4000-8000-000000000001', keyVersion: 1 }

async function candidate() {
  const [key, entropy] = [random(walletKeyLength), random(entropyLength)]
  return { key, entropy, ciphertext: await sealEntropy(key, entropy, wallet), shares: await splitKey(key) }
}
const flipped = (bytes: Bytes, at: number, bit = 1): Bytes =>
  bytes.map((byte, index) => (index === at ? byte ^ bit : byte))
const opens = (shares: readonly [Bytes, Bytes], ciphertext: Bytes, identity = wallet) =>
  joinShares(...shares).then((key) => openEntropy(key, ciphertext, identity))

test('any two of the three shares give K, and K gives the entropy', async () => {
  const { entropy, ciphertext, shares } = await candidate()
  for (const pair of [
    [shares.device, shares.auth],
    [shares.device, shares.recovery],
    [shares.auth, shares.recovery],
    [shares.recovery, shares.device],
  ] as const)
    expect(await opens(pair, ciphertext)).toEqual(entropy)
})

describe('[A19] a changed or swapped value is detected', () => {
  test('every byte of every share', async () => {
    const { ciphertext, shares } = await candidate()
    const attempts = Array.from({ length: shareLength }, (_, at) => [
      opens([flipped(shares.device, at), shares.auth], ciphertext),
      opens([shares.device, flipped(shares.auth, at, 0x80)], ciphertext),
      opens([shares.auth, flipped(shares.recovery, at)], ciphertext),
    ]).flat()
    expect(await outcome(attempts)).toBe('WRONG_SHARES')
    expect(attempts).toHaveLength(3 * shareLength)
  })

  test('every byte of C, and C with a byte more or less', async () => {
    const { key, ciphertext } = await candidate()
    for (let at = 0; at < ciphertextLength; at++)
      await expect(openEntropy(key, flipped(ciphertext, at), wallet)).rejects.toMatchObject({ code: 'WRONG_SHARES' })
    for (const other of [ciphertext.slice(1), new Uint8Array([...ciphertext, 0])])
      await expect(openEntropy(key, other, wallet)).rejects.toMatchObject({ code: 'WRONG_SHARES' })
  })

  test('C of another wallet, and C of another version of the key', async () => {
    const { key, ciphertext } = await candidate()
    for (const other of [
      { ...wallet, keyVersion: 2 },
      { ...wallet, walletId: wallet.walletId.replace('a', 'b') },
    ])
      await expect(openEntropy(key, ciphertext, other)).rejects.toMatchObject({ code: 'WRONG_SHARES' })
  })

  test('shares of two sets of one key, and a share with itself', async () => {
    const { key, ciphertext, shares } = await candidate()
    const other = await splitKey(key)
    await expect(opens([shares.device, other.auth], ciphertext)).rejects.toMatchObject({ code: 'WRONG_SHARES' })
    await expect(opens([shares.device, shares.device], ciphertext)).rejects.toMatchObject({ code: 'WRONG_SHARES' })
  })

  test('bytes that are no share', async () => {
    const { ciphertext, shares } = await candidate()
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 40 }), async (noise) => {
        const attempt = opens([shares.device, new Uint8Array(noise)], ciphertext)
        await expect(attempt).rejects.toMatchObject({ code: 'WRONG_SHARES' })
      }),
    )
  })
})

test('a device share of its own for every split: two sets share no point', async () => {
  const { key } = await candidate()
  const [one, other] = [await splitKey(key), await splitKey(key)]
  const points = [one, other].flatMap(({ device, auth, recovery }) => [device, auth, recovery]).map(String)
  expect(new Set(points).size).toBe(6)
})
