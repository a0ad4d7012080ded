import { css } from 'lit';

/** The quiet bars above the composer: what is asked, and the answers. */
export const barStyle = css`
  :is(lt-question, lt-cold) {
    display: flex;
    flex-wrap: wrap;
    align-items: baseline;
    gap: 0 12px;
    padding: 4px 12px;
    border-top: 1px solid var(--lt-border);
  }
  :is(lt-question, lt-cold) .asked {
    flex: 1 1 auto;
  }
  :is(lt-question, lt-cold) .answers {
    display: flex;
    flex-wrap: wrap;
    gap: 0 8px;
  }
`;
