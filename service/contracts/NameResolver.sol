// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Answers for all names below a name of ENS, which a gateway keeps
/// @notice Wildcard resolver (ENSIP-10). It sends clients to the gateway (EIP-3668) and accepts only answers that a signer of the
/// operator has signed for this contract, on this chain, for this very question, and that have not expired.
contract NameResolver {
    error OffchainLookup(
        address sender,
        string[] urls,
        bytes callData,
        bytes4 callbackFunction,
        bytes extraData
    );
    error AnswerExpired(uint64 expires);
    error AnswerNotSigned();
    error NotOwner();

    event OwnerChanged(address indexed owner);
    event SignerChanged(address indexed signer, bool isSigner);
    event UrlsChanged(string[] urls);

    address public owner;
    /// @notice Several, so that a key can be replaced while answers of the old one are still on their way.
    mapping(address => bool) public isSigner;
    string[] private _urls;

    /// @param firstUrls as in EIP-3668, such as `https://gateway.example.org/v1/ens/{sender}/{data}.json`
    constructor(address firstOwner, string[] memory firstUrls, address[] memory signers) {
        owner = firstOwner;
        emit OwnerChanged(firstOwner);
        _urls = firstUrls;
        emit UrlsChanged(firstUrls);
        for (uint256 i = 0; i < signers.length; i++) {
            isSigner[signers[i]] = true;
            emit SignerChanged(signers[i], true);
        }
    }

    modifier onlyOwner() {
        if (msg.sender != owner) revert NotOwner();
        _;
    }

    function setOwner(address next) external onlyOwner {
        owner = next;
        emit OwnerChanged(next);
    }

    function setSigner(address signer, bool isOne) external onlyOwner {
        isSigner[signer] = isOne;
        emit SignerChanged(signer, isOne);
    }

    function setUrls(string[] memory next) external onlyOwner {
        _urls = next;
        emit UrlsChanged(next);
    }

    function urls() external view returns (string[] memory) {
        return _urls;
    }

    /// @notice Always ends with `OffchainLookup` (ENSIP-10).
    /// @dev The question that is signed is this call, as a whole.
    function resolve(bytes calldata, bytes calldata) external view returns (bytes memory) {
        revert OffchainLookup(address(this), _urls, msg.data, this.resolveWithProof.selector, msg.data);
    }

    /// @param response `(bytes result, uint64 expires, bytes signature)`; `expires` in unix seconds
    /// @param question the call of `resolve`
    function resolveWithProof(bytes calldata response, bytes calldata question)
        external
        view
        returns (bytes memory)
    {
        (bytes memory result, uint64 expires, bytes memory signature) =
            abi.decode(response, (bytes, uint64, bytes));
        if (expires < block.timestamp) revert AnswerExpired(expires);
        address signer = _signerOf(answerHash(expires, question, result), signature);
        if (signer == address(0) || !isSigner[signer]) revert AnswerNotSigned();
        return result;
    }

    /// @notice What the gateway signs: data for this contract (EIP-191, version 0).
    function answerHash(uint64 expires, bytes calldata question, bytes memory result)
        public
        view
        returns (bytes32)
    {
        return keccak256(
            abi.encodePacked(
                hex"1900", address(this), block.chainid, expires, keccak256(question), keccak256(result)
            )
        );
    }

    function supportsInterface(bytes4 id) external pure returns (bool) {
        // ERC-165, and `resolve(bytes,bytes)`.
        return id == 0x01ffc9a7 || id == 0x9061b923;
    }

    function _signerOf(bytes32 hash, bytes memory signature) private pure returns (address) {
        if (signature.length != 65) return address(0);
        bytes32 r;
        bytes32 s;
        uint8 v;
        assembly {
            r := mload(add(signature, 32))
            s := mload(add(signature, 64))
            v := byte(0, mload(add(signature, 96)))
        }
        return ecrecover(hash, v, r, s);
    }
}
