/** The only test file of the suite: for each, an editor is started that runs all of them. */
import './activation';
import './lostRow';
