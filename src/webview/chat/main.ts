import './chatApp.ts';
import { offerSelection } from './keepSelection.ts';

offerSelection();
document.body.append(document.createElement('lt-chat'));
