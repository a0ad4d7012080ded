import { css } from 'lit';

export const virtualListStyle = css`
  lt-list {
    display: block;
    overflow: hidden auto;
    overflow-anchor: none;
    contain: strict;
  }
  lt-list > .space {
    position: relative;
  }
  lt-list > .space > .item {
    position: absolute;
    inset: 0 0 auto 0;
  }
`;
