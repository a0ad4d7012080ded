import './chatApp.ts';
import { offerSelection } from './pageEvents.ts';

offerSelection();
document.body.append(document.createElement('lt-chat'));
