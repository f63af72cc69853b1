// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Tells whether a contract accepts a signature as its account's (ERC-1271), also before it is deployed (ERC-6492)
/// @dev Never deployed: its creation is called, and the first byte of the result is 1 for yes. Nothing of the call remains.
contract SignatureValidator {
    /// @dev Stands at the end of a signature that says how its account is deployed.
    bytes32 private constant UNDEPLOYED = 0x6492649264926492649264926492649264926492649264926492649264926492;

    constructor(address account, bytes32 hash, bytes memory signature) {
        bool isValid = check(account, hash, signature);
        assembly {
            mstore8(0, isValid)
            return(0, 1)
        }
    }

    function check(address account, bytes32 hash, bytes memory signature) private returns (bool) {
        if (!isForUndeployed(signature)) return accepts(account, hash, signature);
        (address factory, bytes memory deployment, bytes memory inner) =
            abi.decode(withoutEnd(signature), (address, bytes, bytes));
        bool wasDeployed = account.code.length > 0;
        if (wasDeployed && accepts(account, hash, inner)) return true;
        // Of a deployed account, the same call brings its owners up to date.
        (bool isDone,) = factory.call(deployment);
        return isDone && accepts(account, hash, inner);
    }

    function accepts(address account, bytes32 hash, bytes memory signature) private view returns (bool) {
        if (account.code.length == 0) return false;
        bytes4 selector = bytes4(keccak256("isValidSignature(bytes32,bytes)"));
        (bool isDone, bytes memory answer) =
            account.staticcall(abi.encodeWithSelector(selector, hash, signature));
        return isDone && answer.length >= 32 && bytes32(answer) == bytes32(selector);
    }

    function isForUndeployed(bytes memory signature) private pure returns (bool) {
        uint256 length = signature.length;
        if (length < 32) return false;
        bytes32 end;
        assembly {
            end := mload(add(signature, length))
        }
        return end == UNDEPLOYED;
    }

    function withoutEnd(bytes memory signature) private pure returns (bytes memory) {
        uint256 length = signature.length - 32;
        assembly {
            mstore(signature, length)
        }
        return signature;
    }
}
