/** Mutants for names and identities of the gateway. */
import { type Mutant, weaken } from './mutant.ts'

const resolver = 'service/contracts/NameResolver.sol'
const offChain = 'service/src/gateway/names/off-chain.ts'

export const names: readonly Mutant[] = [
  weaken(
    'C115',
    'an invalid signature registers',
    'service/src/gateway/names/signed.ts',
    "if (verdict === 'invalid') throw nameRefusals.badSignature()",
    '',
  ),
  weaken(
    'C115',
    'a signature that cannot be verified registers',
    'service/src/gateway/names/signed.ts',
    "if (verdict === 'unknown') throw nameRefusals.unverified()",
    '',
  ),
  weaken('C116', 'hyphens count', 'service/src/gateway/names/skeleton.ts', "  [/-/g, ''],\n", ''),
  weaken('C116', 'digits stay digits', 'service/src/gateway/names/skeleton.ts', "[/[1i]/g, 'l']", "[/i/g, 'l']"),
  weaken(
    'C117',
    'what was used is not looked at',
    'service/src/store/sql/repositories/names.ts',
    'return first !== undefined',
    'return true',
  ),
  weaken(
    'C117',
    'a refusal gives back what was signed',
    'service/src/store/sql/repositories/names.ts',
    'if (!made) return whyNot(inner, { name, skeleton })',
    `if (!made) {
          await inner.db.deleteFrom('usedSignature').where('hash', '=', use.hash).execute()
          return whyNot(inner, { name, skeleton })
        }`,
  ),
  weaken(
    'C118',
    'an answer never expires',
    resolver,
    'if (expires < block.timestamp) revert AnswerExpired(expires);',
    '',
  ),
  weaken(
    'C118',
    'any key may sign',
    resolver,
    'if (signer == address(0) || !isSigner[signer]) revert AnswerNotSigned();',
    'if (signer == address(0)) revert AnswerNotSigned();',
  ),
  weaken(
    'C118',
    'no key has to sign',
    resolver,
    'if (signer == address(0) || !isSigner[signer]) revert AnswerNotSigned();',
    'if (signer != address(0) && !isSigner[signer]) revert AnswerNotSigned();',
  ),
  weaken(
    'C118',
    'the gateway signs for every contract',
    offChain,
    'resolver.address)) throw nameRefusals.unknownResolver()',
    'resolver.address) && !resolver) throw nameRefusals.unknownResolver()',
  ),
  {
    case: 'C118',
    name: 'the chain is not part of what is signed',
    edits: [
      { file: resolver, find: 'address(this), block.chainid, expires', replace: 'address(this), expires' },
      { file: offChain, find: "'address', 'uint256', 'uint64'", replace: "'address', 'uint64'" },
      { file: offChain, find: 'address, BigInt(chainId), expires', replace: 'address, expires' },
    ],
  },
  {
    case: 'C118',
    name: 'the question is not part of what is signed',
    edits: [
      {
        file: resolver,
        find: 'keccak256(question), keccak256(result)',
        replace: 'keccak256(question[0:4]), keccak256(result)',
      },
      {
        file: offChain,
        find: 'keccak256(question), keccak256(result)',
        replace: 'keccak256(question.slice(0, 10) as Hex), keccak256(result)',
      },
    ],
  },
  weaken(
    'C119',
    'a name need not resolve back',
    'service/src/gateway/identity/ens.ts',
    'if (!owner || !isAddressEqual(owner, address)) return undefined',
    '',
  ),
  weaken(
    'C120',
    'contracts that are asked for a signature send the service elsewhere',
    'service/src/gateway/nodes/client.ts',
    'ccipRead: ccipRequest ? { request: ccipRequest } : false',
    '...(ccipRequest && { ccipRead: { request: ccipRequest } })',
  ),
  weaken(
    'C120',
    'servers of names are asked without the guard',
    'service/src/gateway/identity/off-chain.ts',
    'const { bytes } = await fetch(url, {',
    `const plain = (source: string, _options: object) =>
      globalThis.fetch(source).then(async (answer) => ({ bytes: Buffer.from(await answer.arrayBuffer()) }))
    const { bytes } = await plain(url, {`,
  ),
  weaken(
    'C121',
    'names of a network are not counted',
    'service/src/gateway/names/allowance.ts',
    'if (!isAllowed) throw refusals.tooMany(retryAfterMs)',
    'if (!isAllowed && retryAfterMs < 0) throw refusals.tooMany(retryAfterMs)',
  ),
  weaken(
    'C121',
    'a customer registers from each of many networks',
    'service/src/gateway/names/allowance.ts',
    'if (customer !== undefined) await',
    'if (customer === networkOf(address)) await',
  ),
  weaken(
    'C122',
    'ownership of an NFT is not checked',
    'service/src/gateway/identity/avatar.ts',
    'args: [id] }), owner)',
    'args: [id] }), owner) || standard !== undefined',
  ),
  weaken('C122', 'none of many is enough', 'service/src/gateway/identity/avatar.ts', '> 0n', '>= 0n'),
  {
    // Either of the two owner checks is enough.
    case: 'C134',
    name: 'any account changes a name',
    edits: [
      {
        file: 'service/src/gateway/names/change.ts',
        find: 'if (own?.name !== name || !isHeld(own, coinType, owner)) throw nameRefusals.notOwner()',
        replace: 'if (!own) throw nameRefusals.notOwner()',
      },
      {
        file: 'service/src/store/sql/repositories/names.ts',
        find: "if (!(await holdName(inner, { name, owner, coinType }))) return 'lost'",
        replace: '',
      },
    ],
  },
  weaken(
    'C134',
    'a contract on a network that the owner never named changes the name',
    'service/src/gateway/names/change.ts',
    'isProven(own, coinType) ? network : undefined',
    'network',
  ),
  weaken(
    'C134',
    'the store does not check the owner of a name',
    'service/src/store/sql/repositories/names.ts',
    "    .where('owner', '=', owner)\n",
    '',
  ),
  weaken(
    'C135',
    'what was used is not looked at',
    'service/src/store/sql/repositories/names.ts',
    'return first !== undefined',
    'return true',
  ),
  weaken(
    'C135',
    'a message with more in it changes the attributes',
    'protocol/src/gateway/names.ts',
    'AttributesMessage = z.strictObject(',
    'AttributesMessage = z.object(',
  ),
]
