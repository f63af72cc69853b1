/**
 * The contracts of smart accounts at their real addresses: the published code with the published salt, through the deterministic deployer
 * that local nodes have from the start.
 */
import { createRequire } from 'node:module'
import { concatHex, type Hex, zeroHash } from 'viem'
import * as z from 'zod'
import { transact } from './contracts.ts'
import { callRpc } from './rpc.ts'

const deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c'
/** The first account of the local nodes pays for the contracts. */
const founder = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const require = createRequire(import.meta.url)
const Code = z.templateLiteral(['0x', z.string()])
const Artefact = z.object({ bytecode: Code, deployedBytecode: Code })
const simple7702 = () => Artefact.parse(require('@account-abstraction/contracts/artifacts/Simple7702Account.json'))

export const simple7702Code = (): Hex => simple7702().deployedBytecode

/** By version: the address, and the salt and code that lead to it. */
export const entryPoints = {
  '0.7': {
    address: '0x0000000071727De22E5E9d8BAf0edAc6f37da032',
    salt: '0x90d8084deab30c2a37c45e8d47f49f2f7965183cb6990a98943ef94940681de3',
    artefact: (): unknown => require('@account-abstraction/contracts-0.7/artifacts/EntryPoint.json'),
  },
  '0.8': {
    address: '0x4337084D9E255Ff0702461CF8895CE9E3b5Ff108',
    salt: '0x0a59dbff790c23c976a548690c27297883cc66b4c67024f9117b0238995e35e9',
    artefact: (): unknown => require('@account-abstraction/contracts/artifacts/EntryPoint.json'),
  },
} as const
export type EntryPointVersion = keyof typeof entryPoints

/** Does nothing if it is there already. @returns its address */
export async function deployEntryPoint(nodeUrl: string, version: EntryPointVersion): Promise<Hex> {
  const { address, salt, artefact } = entryPoints[version]
  await deployOnce(nodeUrl, address, salt, Artefact.parse(artefact()).bytecode)
  return address
}

/** `Simple7702Account` 0.8. Does nothing if it is there already. */
export const deploySimple7702 = (nodeUrl: string) =>
  deployOnce(nodeUrl, '0xe6Cae83BdE06E4c305530e199D7217f42808555B', zeroHash, simple7702().bytecode)

async function deployOnce(nodeUrl: string, address: Hex, salt: Hex, code: Hex): Promise<void> {
  const codeAt = () => callRpc(nodeUrl, 'eth_getCode', [address, 'latest'])
  if ((await codeAt()) !== '0x') return
  await transact(nodeUrl, { from: founder, to: deployer, data: concatHex([salt, code]) })
  if ((await codeAt()) === '0x') throw new Error(`The code has not landed at ${address}`)
}
