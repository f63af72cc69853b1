// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {ERC1155} from "@openzeppelin/contracts/token/ERC1155/ERC1155.sol";

/// Several of one kind. `uri` may contain `{id}`.
contract Editions is ERC1155 {
    string public name;

    constructor(string memory name_, string memory uri) ERC1155(uri) {
        name = name_;
    }

    function mint(address to, uint256 id, uint256 amount) external {
        _mint(to, id, amount, "");
    }
}
