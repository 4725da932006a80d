"""A ring of seven cities in pygame_gui, two tokens moving: prints milliseconds of processor time a frame.

Run by `tests.bench.display_frames` with a PYTHONPATH that has pygame_gui and pygame-ce.
"""

import os
import sys
import time

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"

import pygame
import pygame_gui

SIZE, CITIES, FRAMES = (1920, 1080), 7, 200


def main() -> None:
    """Cities as panels with four texts each, a title, five buttons, and two texts that move."""
    pygame.init()
    screen = pygame.display.set_mode(SIZE)
    manager = pygame_gui.UIManager(SIZE)
    for city in range(CITIES):
        box = pygame.Rect(20 + 270 * city, 40 + 300 * (city % 3), 250, 180)
        panel = pygame_gui.elements.UIPanel(box, manager=manager)
        for place, text in enumerate(("Halicarnassus", "12", "3 / 4", "+5")):
            label = pygame.Rect(10, 10 + 40 * place, 200, 36)
            pygame_gui.elements.UILabel(label, text, manager=manager, container=panel)
    for button in range(5):
        pygame_gui.elements.UIButton(pygame.Rect(20 + 380 * button, 980, 360, 80), f"Button {button}", manager=manager)
    tokens = [
        pygame_gui.elements.UILabel(pygame.Rect(900, 500, 90, 70), text, manager=manager) for text in ("+5", "-1")
    ]
    ground = pygame.Surface(SIZE)
    spent = 0.0
    for frame in range(FRAMES):
        started = time.process_time()
        pygame.event.get()
        for side, token in zip((-1, 1), tokens, strict=True):
            token.set_position((900 + side * frame * 3, 500))
        manager.update(1 / 30)
        screen.blit(ground, (0, 0))
        manager.draw_ui(screen)
        pygame.display.update()
        spent += time.process_time() - started
    sys.stdout.write(f"{spent / FRAMES * 1000:.3f}\n")


if __name__ == "__main__":
    main()
