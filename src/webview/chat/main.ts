import { keepFocus } from '../base/keptFocus.ts';
import './chatApp.ts';
import { offerSelection } from './pageEvents.ts';

offerSelection();
keepFocus('lt-composer');
document.body.append(document.createElement('lt-chat'));
