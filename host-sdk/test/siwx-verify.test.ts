/** Signatures of every kind of account, created and verified by independent libraries. */
import { encodeAddress } from '@polkadot/util-crypto'
import { base58, base64 } from '@scure/base'
import fc from 'fast-check'
import {
  concatHex,
  createPublicClient,
  encodeFunctionData,
  type Hex,
  http,
  parseAbi,
  serializeErc6492Signature,
  toHex,
  zeroHash,
} from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { compiledCode, deploy, lureCode } from '../../e2e/world/contracts.ts'
import { type EvmNode, startNode } from '../../e2e/world/node.ts'
import { callRpc } from '../../e2e/world/rpc.ts'
import { listenOnLoopback } from '../../service/src/listen.ts'
import { canonicalAddress, verifySignature } from '../src/siwx/verify/index.ts'
import { testAccounts } from './siwx-support.ts'

const [accounts, others] = await Promise.all([testAccounts(7), testAccounts(8)])
const message = 'app.example wants you to sign in.\n\nWith several lines, and an é.'

describe.each(accounts.map((account, index) => ({ ...account, other: others[index] })))(
  '$kind',
  ({ chainId, address, sign, isValid, other }) => {
    test('a signature that the other library accepts is accepted', async () => {
      const signature = await sign(message)
      expect(isValid(message, signature)).toBe(true)
      expect(await verifySignature({ chainId, address, message, signature })).toBe(true)
    })
    test('another text, another account or another signature is not', async () => {
      const signature = await sign(message)
      const wrong = (await other?.sign(message)) ?? ''
      const proofs = [
        { chainId, address, message: `${message} `, signature },
        { chainId, address: other?.address ?? '', message, signature },
        { chainId, address, message, signature: wrong },
        { chainId, address: `${address}1`, message, signature },
        { chainId, address: '', message, signature },
      ]
      for (const proof of proofs) expect(await verifySignature(proof)).toBe(false)
    })
    test('any other text or bytes are no signature, and nothing throws', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.oneof(fc.string(), fc.base64String({ maxLength: 200 }), fc.stringMatching(/^0x[0-9a-f]{128,132}$/)),
          async (signature) => {
            expect(await verifySignature({ chainId, address, message, signature })).toBe(false)
          },
        ),
        { numRuns: 30 },
      )
    })
  },
)

/** The neutral point of ed25519, whose signature of zeros would fit every text. */
const neutral = Uint8Array.from([1, ...new Uint8Array(31)])
const nothing = Uint8Array.from([...neutral, ...new Uint8Array(32)])

test.each([
  ['Solana', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp', base58.encode(neutral), base58.encode(nothing)],
  ['Polkadot', 'polkadot:91b171bb158e2d3848fa23a9f1c25182', encodeAddress(neutral, 0), toHex(nothing)],
] as const)('an account on %s whose key is no key does not sign in [C212]', async (_, chainId, address, signature) => {
  expect(await canonicalAddress(chainId, address)).toBe(address)
  expect(await verifySignature({ chainId, address, message, signature })).toBe(false)
})

test('an address of a test network is not read on the main network, and the other way round [C212]', async () => {
  const [main, tests] = ['P2WPKH, BIP-322', 'P2WPKH of a test network, BIP-322'].map((name) =>
    accounts.find(({ kind }) => kind === name),
  )
  if (!main || !tests) throw new Error('no accounts')
  for (const [one, other] of [
    [main, tests],
    [tests, main],
  ] as const) {
    const signature = await one.sign(message)
    const { address } = one
    expect(await verifySignature({ chainId: one.chainId, address, message, signature })).toBe(true)
    expect(await verifySignature({ chainId: other.chainId, address, message, signature })).toBe(false)
    expect(await canonicalAddress(other.chainId, address)).toBeUndefined()
  }
})

test('a text that is no address has no canonical form', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...accounts), fc.string({ maxLength: 200 }), async ({ chainId }, text) => {
      expect(await canonicalAddress(chainId, text)).toBeUndefined()
    }),
    { numRuns: 50 },
  )
})

describe('Bitcoin, by the published vectors', () => {
  const chainId = 'bip122:000000000019d6689c085ae165831e93'
  const address = 'bc1q9vza2e8x573nczrlzms0wvx3gsqjx7vavgkx0l'
  test.each([
    [
      '',
      'AkcwRAIgM2gBAQqvZX15ZiysmKmQpDrG83avLIT492QBzLnQIxYCIBaTpOaD20qRlEylyxFSeEA2ba9YOixpX8z46TSDtS40ASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
    [
      'Hello World',
      'AkcwRAIgZRfIY3p7/DoVTty6YZbWS71bc5Vct9p9Fia83eRmw2QCICK/ENGfwLtptFluMGs2KsqoNSk89pO7F29zJLUx9a/sASECx/EgAxlkQpQ9hYjgGu6EBCPMVPwVIVJqO4XCsMvViHI=',
    ],
  ])('BIP-322: %s', async (text, signature) => {
    expect(await verifySignature({ chainId, address, message: text, signature })).toBe(true)
    expect(await verifySignature({ chainId, address, message: `${text}.`, signature })).toBe(false)
  })

  test('the number in front of a legacy signature must be one of the address', async () => {
    const legacy = accounts.find(({ kind }) => kind === 'P2PKH, legacy')
    const segwit = accounts.find(({ kind }) => kind === 'P2WPKH, BIP-322')
    const bytes = base64.decode((await legacy?.sign(message)) ?? '')
    const recovery = ((bytes[0] ?? 0) - 27) % 4
    const by = (header: number, account = legacy) =>
      verifySignature({
        chainId,
        address: account?.address ?? '',
        message,
        signature: base64.encode(Uint8Array.from([header + recovery, ...bytes.subarray(1)])),
      })
    expect(await Promise.all([27, 31, 35, 39].map((header) => by(header)))).toEqual([false, true, false, false])
    expect(await Promise.all([27, 31, 35, 39].map((header) => by(header, segwit)))).toEqual([false, true, false, true])
  })

  test('an address of another network is refused', async () => {
    const own = accounts.find(({ kind }) => kind === 'P2WPKH, BIP-322')
    const signature = (await own?.sign(message)) ?? ''
    const proof = { address: own?.address ?? '', message, signature }
    expect(await verifySignature({ ...proof, chainId })).toBe(true)
    expect(await verifySignature({ ...proof, chainId: 'bip122:000000000933ea01ad0ee984209779ba' })).toBe(false)
  })
})

describe('contract accounts', () => {
  const chainId = 'eip155:31337'
  const deployer = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
  const factoryAbi = parseAbi([
    'function create(address owner, bytes32 salt) returns (address)',
    'function addressOf(address owner, bytes32 salt) view returns (address)',
  ])
  let node: EvmNode
  let factory: Hex
  beforeAll(async () => {
    node = await startNode({ chainId: 31337 })
    factory = await deploy(
      node.rpcUrl,
      deployer,
      compiledCode('e2e/world/contracts/ContractWallet.sol', 'WalletFactory'),
    )
  })
  afterAll(() => node.stop())

  async function wallet() {
    const [owner, stranger] = [privateKeyToAccount(generatePrivateKey()), privateKeyToAccount(generatePrivateKey())]
    const client = createPublicClient({ transport: http(node.rpcUrl) })
    const address = await client.readContract({
      address: factory,
      abi: factoryAbi,
      functionName: 'addressOf',
      args: [owner.address, zeroHash],
    })
    const data = encodeFunctionData({ abi: factoryAbi, functionName: 'create', args: [owner.address, zeroHash] })
    const verify = (signature: Hex, rpcUrl = node.rpcUrl) =>
      verifySignature({ chainId, address, message, signature }, { [chainId]: rpcUrl })
    return { owner, stranger, address, data, verify }
  }

  test('a deployed one accepts its owner, and nobody else (ERC-1271)', async () => {
    const { owner, stranger, data, verify } = await wallet()
    await callRpc(node.rpcUrl, 'eth_sendTransaction', [{ from: deployer, to: factory, data, gas: '0x800000' }])
    expect(await verify(await owner.signMessage({ message }))).toBe(true)
    expect(await verify(await stranger.signMessage({ message }))).toBe(false)
    expect(await verify(await owner.signMessage({ message: 'another text' }))).toBe(false)
  })

  test('one that is not deployed yet is checked as if it were, and nothing is deployed (ERC-6492)', async () => {
    const { owner, stranger, address, data, verify } = await wallet()
    const wrap = (signature: Hex) => serializeErc6492Signature({ address: factory, data, signature })
    expect(await verify(wrap(await owner.signMessage({ message })))).toBe(true)
    expect(await verify(wrap(await stranger.signMessage({ message })))).toBe(false)
    expect(await verify(await owner.signMessage({ message }))).toBe(false)
    expect(await callRpc(node.rpcUrl, 'eth_getCode', [address, 'latest'])).toBe('0x')
  })

  test('no node: a key is still verified, and a contract is not', async () => {
    const { owner, address } = await wallet()
    const signature = await owner.signMessage({ message })
    expect(await verifySignature({ chainId, address: owner.address, message, signature })).toBe(true)
    expect(await verifySignature({ chainId, address, message, signature })).toBe(false)
  })

  test.each([
    ['is down', undefined],
    ['limits calls', [429, '{"error":{"code":-32005,"message":"limit exceeded"}}']],
    ['limits calls with status 200', [200, '{"error":{"code":-32005,"message":"limit exceeded"}}']],
    ['answers no JSON', [200, '<html>']],
    ['answers nothing', [200, '{}']],
    ['sends us elsewhere', [307, '']],
  ] as const)(
    'a node that %s says nothing about the signature, and no other one is asked [C213]',
    async (_, answer) => {
      const { owner, verify } = await wallet()
      const stand = await listenOnLoopback((__, response) => {
        const [status, body] = answer ?? [200, '']
        response.writeHead(status, { location: node.rpcUrl }).end(body)
      }, 0)
      const rpcUrl = `http://127.0.0.1:${stand.port}/`
      if (!answer) await stand.close()
      const signature = await owner.signMessage({ message })
      await expect(verify(signature, rpcUrl)).rejects.toMatchObject({ code: 'NODE_UNREACHABLE' })
      if (answer) await stand.close()
    },
  )

  test('a node whose answer does not end is read no further [C213]', async () => {
    const { owner, verify } = await wallet()
    let written = 0
    const stand = await listenOnLoopback((_, response) => {
      const more = () => {
        while (!response.destroyed && written < 50_000_000) {
          written += 64_000
          if (!response.write(' '.repeat(64_000))) return void response.once('drain', more)
        }
        response.end()
      }
      more()
    }, 0)
    const signature = await owner.signMessage({ message })
    await expect(verify(signature, `http://127.0.0.1:${stand.port}/`)).rejects.toMatchObject({
      code: 'NODE_UNREACHABLE',
    })
    expect(written).toBeLessThan(20_000_000)
    await stand.close()
  })

  test('a contract that names an address does not make the server ask it [C213]', async () => {
    const asked: string[] = []
    const inside = await listenOnLoopback((request, response) => {
      asked.push(request.url ?? '')
      response.end('{"data":"0x1626ba7e"}')
    }, 0)
    const stranger = privateKeyToAccount(generatePrivateKey())
    const url = `http://127.0.0.1:${inside.port}/{data}`
    const contract = await deploy(node.rpcUrl, deployer, lureCode(stranger.address, url))
    const signature = await stranger.signMessage({ message })
    // Also as a key's account that uses the contract's code (EIP-7702).
    await callRpc(node.rpcUrl, 'anvil_setCode', [deployer, concatHex(['0xef0100', contract])])
    for (const address of [contract, deployer])
      expect(await verifySignature({ chainId, address, message, signature }, { [chainId]: node.rpcUrl })).toBe(false)
    expect(asked).toEqual([])
    await inside.close()
  })
})
