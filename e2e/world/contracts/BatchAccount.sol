// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title Code for an account with a key (EIP-7702): it carries out several calls as one, or none of them
contract BatchAccount {
    struct Call {
        address to;
        uint256 value;
        bytes data;
    }

    error OnlyItself();

    receive() external payable {}

    function execute(Call[] calldata calls) external payable {
        if (msg.sender != address(this)) revert OnlyItself();
        for (uint256 index = 0; index < calls.length; index++) {
            Call calldata call = calls[index];
            (bool works, bytes memory answer) = call.to.call{value: call.value}(call.data);
            if (works) continue;
            assembly ("memory-safe") {
                revert(add(answer, 32), mload(answer))
            }
        }
    }
}
