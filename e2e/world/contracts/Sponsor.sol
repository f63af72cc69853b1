// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

interface IEntryPoint {
    function depositTo(address account) external payable;
}

struct PackedUserOperation {
    address sender;
    uint256 nonce;
    bytes initCode;
    bytes callData;
    bytes32 accountGasLimits;
    uint256 preVerificationGas;
    bytes32 gasFees;
    bytes paymasterAndData;
    bytes signature;
}

/// @title Pays the fee of every user operation that its signer has agreed to (ERC-4337)
contract Sponsor {
    address private immutable entryPoint;
    address private immutable signer;

    /// paymasterAndData: this address, two gas limits of 16 bytes, the end of its validity in 6 bytes, the signature.
    uint256 private constant limits = 20;
    uint256 private constant end = 52;
    uint256 private constant proof = 58;

    constructor(address chosenEntryPoint, address chosenSigner) payable {
        entryPoint = chosenEntryPoint;
        signer = chosenSigner;
        IEntryPoint(chosenEntryPoint).depositTo{value: msg.value}(address(this));
    }

    function validatePaymasterUserOp(PackedUserOperation calldata operation, bytes32, uint256)
        external
        view
        returns (bytes memory, uint256)
    {
        require(msg.sender == entryPoint, "not the EntryPoint");
        bytes calldata data = operation.paymasterAndData;
        bytes calldata signature = data[proof:];
        require(signature.length == 65, "no signature");
        bytes32 digest = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", agreed(operation)));
        address found =
            ecrecover(digest, uint8(signature[64]), bytes32(signature[0:32]), bytes32(signature[32:64]));
        uint256 until = uint256(uint48(bytes6(data[end:proof])));
        return ("", (found == signer ? 0 : 1) | until << 160);
    }

    /// What the signer agrees to: everything but the signatures. Bundlers write the marker of a delegation in two lengths.
    function agreed(PackedUserOperation calldata operation) public view returns (bytes32) {
        return keccak256(
            abi.encode(
                block.chainid,
                address(this),
                operation.sender,
                operation.nonce,
                operation.initCode.length > 0,
                keccak256(operation.callData),
                operation.accountGasLimits,
                operation.preVerificationGas,
                operation.gasFees,
                keccak256(operation.paymasterAndData[limits:proof])
            )
        );
    }
}
